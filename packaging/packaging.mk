# packaging.mk - how edgrep is installed, and what others install it from: an archive of its sources, Debian
# packages, a wheel for Python. The Makefile includes it.

# --- installing ---------------------------------------------------------------------------------
define PKGCONFIG
prefix=$(PREFIX)
includedir=$${prefix}/include
libdir=$(patsubst $(PREFIX)/%,$${prefix}/%,$(LIBDIR))

Name: edgrep
Description: Approximate search in text, and edit distances
Version: $(VERSION)
Cflags: -I$${includedir}
Libs: -L$${libdir} -ledgrep
Libs.private: $(LIBRARIES_PRIVATE)
endef
ifdef ARCHITECTURE
$(call keep,$(BUILD)/edgrep.pc,$(PKGCONFIG))
endif

# Lines FILE:WHERE:MODE.
INSTALLED_MPI = $(foreach p,$(PROGRAMS:%=%-mpi),$(BUILD)/$p:$(PREFIX)/bin/$p:755)
INSTALLED = $(foreach p,$(PROGRAMS),$(BUILD)/$p:$(PREFIX)/bin/$p:755 \
	completions/$p.bash:$(PREFIX)/share/bash-completion/completions/$p:644 \
	completions/_$p:$(PREFIX)/share/zsh/site-functions/_$p:644 \
	completions/$p.fish:$(PREFIX)/share/fish/vendor_completions.d/$p.fish:644) \
	$(foreach t,$(wildcard share/edgrep/*),$t:$(PREFIX)/$t:644) \
	$(foreach m,$(wildcard man/*.[1357]),$m:$(PREFIX)/share/man/man$(subst .,,$(suffix $m))/$(notdir $m):644) \
	src/library/edgrep.h:$(PREFIX)/include/edgrep.h:644 $(BUILD)/libedgrep.a:$(LIBDIR)/libedgrep.a:644 \
	$(LIBEDGREP):$(LIBDIR)/$(notdir $(LIBEDGREP)):644 $(BUILD)/edgrep.pc:$(LIBDIR)/pkgconfig/edgrep.pc:644
INSTALLED_GPU = $(PLUGIN):$(LIBDIR)/edgrep/$(notdir $(PLUGIN)):644
part = $(word $1,$(subst :, ,$2))
# The name by which a program is linked.
INSTALLED_LINK = '$(DESTDIR)$(LIBDIR)/libedgrep.so'
.PHONY: install uninstall
install: all
	$(foreach f,$(INSTALLED) $(if $(MPICC),$(INSTALLED_MPI)) $(if $(NVCC),$(INSTALLED_GPU)),install -D -m $(call part,3,$f) $(call part,1,$f) \
		'$(DESTDIR)$(call part,2,$f)' &&) ln -sf $(notdir $(LIBEDGREP)) $(INSTALLED_LINK)
uninstall:
	rm -f $(foreach f,$(INSTALLED) $(INSTALLED_MPI) $(INSTALLED_GPU),'$(DESTDIR)$(call part,2,$f)') $(INSTALLED_LINK)

# --- archives and packages ----------------------------------------------------------------------
.PHONY: dist deb wheel
dist:
	mkdir -p $(BUILD)
	git archive --format=tar --prefix=edgrep-$(VERSION)/ HEAD | gzip -9n >$(BUILD)/edgrep-$(VERSION).tar.gz

# Debian packages of what is committed, in build/deb: the folder lies where dpkg-buildpackage wants it then.
deb: dist
	rm -rf $(BUILD)/deb && mkdir -p $(BUILD)/deb
	cp $(BUILD)/edgrep-$(VERSION).tar.gz $(BUILD)/deb/edgrep_$(VERSION).orig.tar.gz
	tar -xzf $(BUILD)/edgrep-$(VERSION).tar.gz -C $(BUILD)/deb
	cp -r packaging/debian $(BUILD)/deb/edgrep-$(VERSION)/
	cd $(BUILD)/deb/edgrep-$(VERSION) && env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL dpkg-buildpackage -us -uc

# A wheel for Python has the library, and beside it the libraries that it needs.
WHEEL_LIBRARY = $(BUILD)/wheel/libedgrep.so.$(SOVERSION)
$(WHEEL_LIBRARY): private override LDFLAGS += -s -Wl,--disable-new-dtags,-rpath,'$$ORIGIN'
$(WHEEL_LIBRARY): $(OBJ)/edgrep.o src/library/edgrep.map $(BUILD)/gen/link
	mkdir -p $(@D)
	$(LINK_SHARED)
wheel: $(WHEEL_LIBRARY)
	packaging/python/make_wheel $(VERSION) $< $(BUILD)
